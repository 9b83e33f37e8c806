import { type DragEvent, useEffect, useState } from 'react';
import { notify } from '../../../../shared/toast/notify.ts';
import { filesTexts } from '../../media/files.texts.ts';

/** Text that is dragged is no file. */
const carriesFile = (data: DataTransfer | null) => data?.types.includes('Files') ?? false;

const isWithin = (element: Element, target: EventTarget | null) =>
  target instanceof Node && element.contains(target);

/** A file dropped anywhere over an element; the first of several (rules/composer 6, 9). */
export function useFileDrop(onFile: ((file: File) => void) | undefined) {
  const [isOver, setIsOver] = useState(false);
  useNoDropElsewhere();
  // What is dragged over a dialog comes here too, through React's tree.
  const isMeant = (event: DragEvent) =>
    onFile !== undefined &&
    carriesFile(event.dataTransfer) &&
    isWithin(event.currentTarget, event.target);
  const handleDragOver = (event: DragEvent) => {
    if (!isMeant(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };
  const handleDragLeave = (event: DragEvent) => {
    if (!isWithin(event.currentTarget, event.relatedTarget)) setIsOver(false);
  };
  const handleDrop = (event: DragEvent) => {
    if (!isMeant(event)) return;
    event.preventDefault();
    setIsOver(false);
    const [item] = event.dataTransfer.items ?? [];
    const [file] = event.dataTransfer.files;
    if (item?.webkitGetAsEntry?.()?.isDirectory) notify(filesTexts.noFolders, 'error');
    else if (file) onFile?.(file);
  };
  const handlers = {
    onDragEnter: handleDragOver,
    onDragOver: handleDragOver,
    onDragLeave: handleDragLeave,
    onDrop: handleDrop,
  };
  return { isOver, handlers };
}

/** A file that misses would otherwise be opened in place of the page. */
function useNoDropElsewhere(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented || !carriesFile(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
