import { type ComponentType, useEffect } from 'react';
import { create } from 'zustand';
import { lateComponent } from './late-component.tsx';

interface DialogProps<Subject> {
  subject: Subject;
  onClose: () => void;
}

/** A dialog about something, whose file comes when it is first opened. `Layer` stands once on each page that opens it. */
export function lateDialog<Subject>(
  fetchDialog: () => Promise<ComponentType<DialogProps<Subject>>>,
) {
  const useOpened = create<{ subject: Subject | null }>(() => ({ subject: null }));
  const close = () => useOpened.setState({ subject: null });
  const { Late } = lateComponent(fetchDialog);

  function Layer() {
    const { subject } = useOpened();
    useEffect(() => close, []);
    return subject && <Late subject={subject} onClose={close} />;
  }

  return { open: (subject: Subject) => useOpened.setState({ subject }), Layer };
}
