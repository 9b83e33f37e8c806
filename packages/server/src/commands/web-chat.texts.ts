export const webChatTexts = {
  help: `Uso: web-chat <orden> [opciones] [--settings ARCHIVO]

  start           Pone en marcha el servidor
  admin …         Administradores, contraseñas, dispositivos, conservación, búsqueda, traslado
  backup …        Guarda la instalación en un archivo; el servidor puede seguir en marcha
  restore …       Pone una copia en una instalación vacía, con el servidor detenido
  --version       Muestra la versión
  --help          Muestra esta ayuda; "web-chat <orden> --help", la de una orden

La configuración es la de las variables de entorno y, en lo que ellas no digan, la de un archivo:
  --settings ARCHIVO, o la variable SETTINGS_FILE; si no, /etc/web-chat.env, donde exista
  (sus datos están en /var/lib/web-chat si no dice otra cosa), o .env en la carpeta del programa.
Un DATA_DIR relativo se cuenta desde la carpeta de ese archivo.
Como root, trabaja con el usuario a quien pertenecen los datos.`,
  seeHelp: 'Escribe "web-chat --help" para ver cómo se usa.',
  missingCommand: 'Falta la orden.',
  unknownCommand: (name: string) => `No existe la orden "${name}".`,
  missingFile: '--settings necesita un archivo.',
  unreadableSettings: (file: string) =>
    `No se puede leer ${file}: ejecuta la orden como root o como el usuario del servicio.`,
  noChange: (uid: number) =>
    `Los datos son del usuario ${uid}, y no se puede trabajar como él desde aquí: ejecuta la orden con ese usuario.`,
};
