import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { BareIconButton } from './bare-icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { uiTexts } from './ui.texts.ts';

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isShown, setShown] = useState(false);
  const toggle = (
    <BareIconButton
      label={isShown ? uiTexts.hidePassword : uiTexts.showPassword}
      icon={isShown ? EyeOff : Eye}
      variant="plain"
      size="s"
      onClick={() => setShown(!isShown)}
    />
  );
  return <TextField {...props} type={isShown ? 'text' : 'password'} end={toggle} />;
}
