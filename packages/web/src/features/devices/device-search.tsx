import { useEffect, useState } from 'react';
import { socket } from '../../shared/socket.ts';
import { Button } from '../../shared/ui/button.tsx';
import { SearchField } from '../../shared/ui/search-field.tsx';
import { devicesTexts } from './devices.texts.ts';

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

/** The text of the search box and the search in force: a device that comes to wait clears both (rules/devices 16). */
export function useDeviceSearch() {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const handleChange = (typed: string) => {
    setText(typed);
    if (typed === '') setSearch('');
  };
  useEffect(() => {
    const clear = () => {
      setText('');
      setSearch('');
    };
    socket.on('device:pending', clear);
    return () => void socket.off('device:pending', clear);
  }, []);
  return { text, search, handleChange, handleSearch: () => setSearch(text.trim()) };
}
