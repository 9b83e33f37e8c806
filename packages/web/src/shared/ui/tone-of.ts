import { avatarTone } from '../format/avatar.ts';
import tones from './tones.module.css';

/** The class that gives a person's colours to what it stands on. */
export const toneOf = (email: string): string | undefined => tones[`tone${avatarTone(email)}`];
