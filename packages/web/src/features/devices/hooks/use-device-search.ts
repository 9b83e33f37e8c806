import { useEffect, useState } from 'react';
import { socket } from '../../../shared/socket.ts';

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
