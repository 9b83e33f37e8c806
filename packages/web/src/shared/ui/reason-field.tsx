import { limits } from '@chat/contract/checks';
import { countSeen } from '@chat/contract/forms';
import type { ComponentProps } from 'react';
import { TextArea } from './text-field.tsx';
import { uiTexts } from './ui.texts.ts';

const texts = uiTexts.reason;

interface ReasonFieldProps extends Omit<ComponentProps<typeof TextArea>, 'label' | 'hint'> {
  typed: string;
}

/** Why a conversation is opened or kept: it says how long the reason may be, and how long it is. */
export function ReasonField({ typed, ...field }: ReasonFieldProps) {
  return (
    <TextArea
      label={texts.label}
      hint={texts.count(countSeen(typed), limits.reasonMin, limits.reasonMax)}
      rows={4}
      autoComplete="off"
      {...field}
    />
  );
}
