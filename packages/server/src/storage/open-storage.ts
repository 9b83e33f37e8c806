import { join } from 'node:path';
import type { Config } from '../config/env.ts';
import { storeOnDisk } from './disk.ts';
import { storeOnS3 } from './s3.ts';
import type { Storage } from './storage.ts';

export const openStorage = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage =>
  s3 ? storeOnS3(s3) : storeOnDisk(join(dataDir, 'files'));
