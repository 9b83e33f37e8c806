import { useId } from 'react';
import { EmojiImage } from '../../../../shared/ui/emoji-image.tsx';
import { emojisTexts as texts } from '../emojis.texts.ts';
import { type SkinTone, skinTones } from '../skin-tones.ts';
import styles from './tone-choice.module.css';

interface ToneChoiceProps {
  value: SkinTone;
  onChange: (tone: SkinTone) => void;
}

const HAND = '✋';

/** Six, neutral first (rules/emojis 2), all in sight. */
export function ToneChoice({ value, onChange }: ToneChoiceProps) {
  const name = useId();
  return (
    <fieldset className={styles.tones}>
      <legend className="visually-hidden">{texts.tone}</legend>
      {skinTones.map((tone) => (
        <label key={tone} className={styles.tone} title={texts.tones[tone]}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            aria-label={texts.tones[tone]}
            checked={tone === value}
            onChange={() => onChange(tone)}
          />
          <EmojiImage emoji={handIn(tone)} />
        </label>
      ))}
    </fieldset>
  );
}

const handIn = (tone: SkinTone) =>
  tone === 'neutral' ? HAND : HAND + String.fromCodePoint(Number.parseInt(tone, 16));
