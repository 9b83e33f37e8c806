import type { Project } from '@chat/contract/offices';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { projectsTexts } from '../features/directory/projects/projects.texts.ts';
import {
  DeleteProjectDialog,
  ProjectFormDialog,
  ProjectsTable,
} from '../features/directory/projects/projects.tsx';
import { FirstSteps } from '../features/first-steps/first-steps.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Page, PageHeader } from '../shared/ui/page-header.tsx';

type OpenDialog = { kind: 'form'; project?: Project } | { kind: 'delete'; project: Project };

export function AdminProjectsPage() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const handleClose = () => setDialog(null);
  return (
    <Page>
      <PageHeader
        title={projectsTexts.title}
        actions={
          <Button icon={<Plus aria-hidden="true" />} onClick={() => setDialog({ kind: 'form' })}>
            {projectsTexts.registerProject}
          </Button>
        }
      />
      <FirstSteps />
      <ProjectsTable
        onCreate={() => setDialog({ kind: 'form' })}
        onEdit={(project) => setDialog({ kind: 'form', project })}
        onDelete={(project) => setDialog({ kind: 'delete', project })}
      />
      {dialog?.kind === 'form' && (
        <ProjectFormDialog project={dialog.project} onClose={handleClose} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteProjectDialog project={dialog.project} onClose={handleClose} />
      )}
    </Page>
  );
}
