import { config, z } from 'zod/v4';

// The page's policy forbids code made of text. Zod would find that out by trying, and to report the attempt the browser
// reads the whole script once more.
config({ jitless: true });

export { z };
