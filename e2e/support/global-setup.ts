import { startServer } from './server.ts';

/** Sets up one empty company; every server of the tests starts on a copy of it, as making a database takes longest. */
export default async function setUp(): Promise<() => Promise<void>> {
  const company = await startServer();
  await company.stop();
  process.env.E2E_COMPANY = company.dataFolder;
  return company.remove;
}
