import { beginLastEdit } from './begin-last-edit.ts';
import { EditBar } from './components/edit-bar.tsx';
import { saveEdit } from './save-edit.ts';

/** What the box needs of editing, fetched after the chat is drawn. */
export const editingTools = { beginLastEdit, EditBar, saveEdit };
