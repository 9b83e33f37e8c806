import { findFewDescriptors } from './config/descriptors.ts';

// The server's modules are read after a look at how many files this process may open: where those are too few, reading
// them would end with a stack.
async function start(): Promise<void> {
  const { serve } = await import('./serve.ts');
  const { explainFailure } = await import('./explain-failure.ts');
  try {
    await serve();
  } catch (error) {
    console.error(explainFailure(error));
    process.exit(1);
  }
}

const refusal = findFewDescriptors();
if (refusal === undefined) {
  await start();
} else {
  console.error(refusal);
  process.exitCode = 1;
}
