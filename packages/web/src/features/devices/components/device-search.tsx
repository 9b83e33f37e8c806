import { Button } from '../../../shared/ui/button.tsx';
import { SearchField } from '../../../shared/ui/search-field.tsx';
import { devicesTexts } from '../devices.texts.ts';

interface DeviceSearchProps {
  text: string;
  onChange: (text: string) => void;
  onSearch: () => void;
}

export function DeviceSearch({ text, onChange, onSearch }: DeviceSearchProps) {
  return (
    <>
      <SearchField
        placeholder={devicesTexts.searchByEmail}
        value={text}
        onChange={onChange}
        onSubmit={onSearch}
      />
      <Button variant="secondary" onClick={onSearch}>
        {devicesTexts.search}
      </Button>
    </>
  );
}
