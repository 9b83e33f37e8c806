export const notificationsTexts = {
  image: 'Imagen',
  video: 'Vídeo',
  file: (name: string) => `Archivo: ${name}`,
  captioned: (kind: string, caption: string) => `${kind}: ${caption}`,
  mentioned: (text: string) => `Te mencionó: ${text}`,
  inGroup: (email: string, group: string) => `${email} · ${group}`,
  offer: 'Entérate de los mensajes nuevos cuando no estés mirando esta página.',
  allow: 'Activar notificaciones',
  notNow: 'Ahora no',
  mute: 'Silenciar sonido',
  unmute: 'Activar sonido',
};
