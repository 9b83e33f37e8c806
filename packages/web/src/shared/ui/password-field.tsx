import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { uiTexts } from './ui.texts.ts';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'end'> {
  /** What the button is called; without the field's own label in it, so that each is found by its name. */
  toggleLabels?: { show: string; hide: string };
}

export function PasswordField({ toggleLabels = uiTexts.typed, ...props }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const toggle = (
    <IconButton
      withTooltip={false}
      label={isShown ? toggleLabels.hide : toggleLabels.show}
      icon={isShown ? EyeOff : Eye}
      variant="plain"
      size="s"
      onClick={() => setShown(!isShown)}
    />
  );
  return <TextField {...props} type={isShown ? 'text' : 'password'} end={toggle} />;
}
