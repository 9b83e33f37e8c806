/** A text to begin with; the product never publishes the draft by itself. */
const draft = `Aviso de privacidad del chat interno

1. Responsable
[Nombre de la empresa], con domicilio en [dirección], es responsable del tratamiento de tus datos en este chat. Puedes escribir al delegado de protección de datos o al contacto de privacidad en [correo electrónico].

2. Qué datos se tratan
Tu nombre, tu correo electrónico y tus grupos; los mensajes y archivos que envías y recibes, con la hora a la que se entregan y se leen; tus sesiones, con el dispositivo y la dirección de red; y los ajustes que eliges.

3. Para qué y con qué base
Los datos se tratan para la comunicación de trabajo y para proteger los sistemas de la empresa. La base es la ejecución del contrato de trabajo y el interés legítimo de la empresa (artículos 6.1.b y 6.1.f del RGPD).

4. Supervisión
El chat es una herramienta de trabajo. La empresa puede supervisar las conversaciones de los grupos y las conversaciones directas cuando haya un motivo, de forma proporcionada y dentro de los límites legales (artículo 20.3 del Estatuto de los Trabajadores y artículo 87 de la LO 3/2018). Cada lectura queda anotada en un registro de auditoría. «Mi chat» no se supervisa.

5. Conservación
Los mensajes y archivos se conservan durante [plazo]. Después se eliminan. Los datos que exija un requerimiento se conservan hasta que termine.

6. Desconexión digital
Tienes derecho a la desconexión fuera de tu horario de trabajo (artículo 88 de la LO 3/2018). Fuera de ese horario el chat no te envía avisos, salvo que tú lo elijas.

7. Tus derechos
Puedes pedir el acceso a tus datos, su rectificación, su supresión, la limitación de su tratamiento, su portabilidad y oponerte a él, en [correo electrónico]. En «Mi cuenta» puedes descargar tus datos. También puedes presentar una reclamación ante la Agencia Española de Protección de Datos (www.aepd.es).`;

export const noticeTexts = {
  draft,
  csvName: 'aviso-de-privacidad.csv',
  csvHeader: ['correo', 'versión', 'confirmado'],
  none: 'No hay ningún aviso de privacidad que confirmar',
  notPresent: 'El aviso de privacidad ha cambiado. Vuelve a leerlo.',
};
