const counted = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

export const pushTexts = {
  off: 'Los avisos están desactivados en este servidor',
  noSubscription: 'Este navegador no está suscrito a los avisos',
  endpoint: 'La dirección del servicio de avisos no es válida',
  p256dh: 'La clave del navegador no es válida',
  auth: 'El secreto del navegador no es válido',
  newMessage: 'Nuevo mensaje',
  image: 'Imagen',
  video: 'Vídeo',
  voice: 'Mensaje de voz',
  file: (name: string) => `Archivo: ${name}`,
  captioned: (kind: string, caption: string) => `${kind}: ${caption}`,
  mentioned: (text: string) => `Te mencionó: ${text}`,
  inGroup: (email: string, group: string) => `${email} · ${group}`,
  unread: 'Mensajes sin leer',
  unreadIn: (messages: number, chats: number) =>
    `${counted(messages, 'mensaje', 'mensajes')} en ${counted(chats, 'conversación', 'conversaciones')}`,
  ended: 'Tu sesión ha caducado',
  signInAgain: 'Inicia sesión de nuevo para recibir avisos.',
  test: 'Notificación de prueba',
};
