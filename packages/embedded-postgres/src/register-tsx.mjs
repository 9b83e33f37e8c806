// For a thread started from the TypeScript sources: in Node 20 a plain `--import tsx` is for the main thread only.
import { register } from 'tsx/esm/api';

register();
