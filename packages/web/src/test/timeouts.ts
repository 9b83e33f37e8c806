import { configure } from '@testing-library/react';

// For a machine that does other things besides; what is quick is measured elsewhere.
configure({ asyncUtilTimeout: 30_000 });
