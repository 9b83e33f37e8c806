import { Search, X } from 'lucide-react';
import { type FormEvent, memo, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';
import { uiTexts } from './ui.texts.ts';

interface SearchFieldProps {
  /** Shown while it is empty, and its name. */
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  onSubmit?: () => void;
  maxLength?: number;
  className?: string;
}

/** Stays as it is while what is around it changes: a field is much to go through. */
export const SearchField = memo(function SearchField({
  placeholder,
  value,
  onChange,
  onSubmit,
  maxLength,
  className,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  const handleClear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <search className={className}>
      <form onSubmit={handleSubmit}>
        <TextField
          ref={input}
          type="search"
          autoComplete="off"
          label={placeholder}
          isLabelHidden
          placeholder={placeholder}
          icon={<Search aria-hidden="true" />}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          end={
            value !== '' && (
              <IconButton
                label={uiTexts.clearSearch}
                icon={X}
                variant="plain"
                size="s"
                onClick={handleClear}
              />
            )
          }
        />
      </form>
    </search>
  );
});
