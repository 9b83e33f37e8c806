import { Paperclip } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { IconButton } from '../../../../shared/ui/icon-button.tsx';
import { filesTexts } from '../../media/files.texts.ts';

/** Asks for a file; the first one is taken (rules/composer 6). */
export function AttachButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onFile(file);
    // The same file chosen again is a choice, too.
    target.value = '';
  };
  return (
    <>
      <IconButton
        label={filesTexts.attach}
        icon={Paperclip}
        withTooltip={false}
        onClick={() => input.current?.click()}
      />
      <input ref={input} type="file" hidden onChange={handleChange} />
    </>
  );
}
