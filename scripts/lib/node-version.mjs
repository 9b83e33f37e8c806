// Every npm command begins with this, before anything that Windows does not have: `exec`, Unix sockets, signals.
if (process.platform === 'win32') {
  console.error(
    'This program does not run on Windows itself: run it inside WSL (Windows Subsystem for Linux) or as a container.',
  );
  process.exit(1);
}

// Imported first by every script: nothing else may run on a Node that the dependencies refuse.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`This project needs Node.js 20.19 or newer; this is ${process.version}.`);
  process.exit(1);
}
