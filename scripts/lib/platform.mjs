// Every npm command begins with this, before anything that Windows does not have: `exec`, Unix sockets, signals.
if (process.platform === 'win32') {
  console.error(
    'This program does not run on Windows itself: run it inside WSL (Windows Subsystem for Linux) or as a container.',
  );
  process.exit(1);
}
