/**
 * Words that people at work write: common words with how often each is written among all words, and stems to inflect.
 */

const split = (words: string) => words.trim().split(/\s+/);

/** Word and share in thousandths of all words. */
export const common: [string, number][] = split(`
  de:62 la:40 que:34 el:33 en:27 y:26 a:22 los:17 se:15 del:12 las:12 un:11 por:10 con:10 no:9 una:8 para:8 es:8 al:7
  lo:7 me:6 te:6 le:5 como:5 más:5 ya:5 si:5 pero:4 o:4 hay:4 está:4 este:3 esta:3 ha:3 he:3 todo:3 cuando:2 muy:2 sin:2
  sobre:2 también:2 hasta:2 donde:2 desde:2 nos:2 hoy:2 mañana:2 ayer:1 bien:1 gracias:1 hola:1 vale:1 ok:1 ahora:1
  luego:1 antes:1 después:1 porque:1 cada:1 otro:1 ese:1 eso:1 aquí:1 allí:1 algo:1 nada:1 dos:1 tres:1
`).map((entry) => {
  const [word = '', share] = entry.split(':');
  return [word, Number(share)];
});

/** Each with its plural. */
export const nouns = split(`
  obra cliente proyecto oficina presupuesto reunión factura contrato plazo entrega pedido material equipo trabajo día
  semana hora correo documento plano visita proveedor precio cuenta informe problema cambio parte medida puerta ventana
  nave almacén camión grúa máquina pieza bomba tubo cable cuadro motor planta techo suelo muro pared cubierta fachada
  estructura viga pilar losa zapata terreno parcela calle acceso valla caseta andamio herramienta tornillo clavo taladro
  sierra martillo pala carretilla hormigón cemento ladrillo teja madera acero hierro cobre aluminio vidrio pintura yeso
  escayola azulejo baldosa grifo desagüe caldera radiador enchufe interruptor lámpara foco alarma cámara llave cerradura
  ascensor escalera rampa garaje sótano patio terraza balcón jardín piscina depósito filtro válvula manguera presión
  temperatura humedad ruido polvo residuo contenedor vertedero permiso licencia norma inspección seguro garantía fianza
  anticipo pago cobro transferencia banco impuesto nómina vacación turno jornada festivo baja contratación formación
  curso examen certificado título empleado encargado jefe capataz arquitecto aparejador ingeniero técnico operario
  peón conductor comercial administrativo abogado notario perito auditor asesor socio vecino alcalde ayuntamiento
  ministerio juzgado policía bombero hospital médico accidente riesgo casco guante bota chaleco arnés botiquín
  ordenador pantalla teclado ratón impresora escáner servidor red programa archivo carpeta copia contraseña usuario
  página enlace mensaje llamada teléfono móvil número código lista tabla gráfico dato cifra total suma resta porcentaje
  margen coste gasto ingreso beneficio pérdida deuda crédito préstamo interés cuota tarifa descuento oferta propuesta
  concurso licitación adjudicación recurso reclamación queja sugerencia encuesta resultado objetivo meta estrategia
  campaña anuncio cartel folleto catálogo muestra modelo versión prototipo ensayo prueba fallo avería reparación
  mantenimiento revisión limpieza traslado mudanza transporte ruta viaje billete hotel comida cena desayuno café agua
  coche furgoneta moto bicicleta tren avión barco puerto aeropuerto estación carretera autopista puente túnel rotonda
  ciudad pueblo barrio plaza parque montaña río playa mar isla provincia región país frontera mercado tienda caja
`);

/** In -o, each in both genders and numbers. */
export const adjectives = split(`
  nuevo viejo bueno malo alto bajo largo corto ancho estrecho grueso fino lleno vacío limpio sucio seco húmedo frío
  rápido lento caro barato claro oscuro blanco negro rojo amarillo próximo último primero segundo tercero cuarto medio
  entero roto listo cerrado abierto completo correcto exacto necesario público privado técnico económico jurídico
  eléctrico mecánico hidráulico térmico acústico químico físico básico crítico urbano rústico histórico moderno antiguo
  definitivo provisional previo externo interno derecho izquierdo trasero delantero redondo cuadrado recto torcido
`);

/** Regular ones. */
export const verbs = split(`
  enviar mandar llamar hablar avisar preguntar contestar mirar revisar  preparar terminar acabar  montar
  desmontar instalar reparar cambiar comprar pagar cobrar facturar firmar presentar entregar llegar entrar pasar quedar
  dejar llevar tomar sacar cortar pegar pintar limpiar lavar secar cargar descargar levantar bajar tirar guardar buscar
   necesitar usar gastar ahorrar ganar trabajar ayudar esperar confirmar anular retrasar adelantar organizar
  planificar   marcar apuntar anotar copiar borrar imprimir escanear adjuntar reenviar descartar aceptar
  rechazar negociar contratar alquilar visitar viajar aparcar conectar apagar arrancar parar comer beber vender responder
  correr aprender comprender deber meter  recoger proteger vivir subir   recibir decidir discutir
  permitir compartir repartir cumplir añadir asistir existir insistir unir
`);

export const surnames = split(`
  García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Ruiz Hernández Díaz Moreno Muñoz
  Álvarez Romero Alonso Gutiérrez Navarro Torres Domínguez Vázquez Ramos Gil Ramírez Serrano Blanco Molina Morales Suárez
  Ortega Delgado Castro Ortiz Rubio Marín Sanz Núñez Iglesias Medina Garrido Cortés Castillo Santos Lozano Guerrero Cano
  Prieto Méndez Cruz Calvo Gallego Vidal León Herrera Márquez Peña Flores Cabrera Campos Vega Fuentes Carrasco Diez Reyes
`);

/** Beginnings that make a rare word of a common one. */
export const beginnings = split(
  're pre sub sobre contra ante inter multi micro auto super extra semi anti mini',
);
export const endings = split('ito illo azo ero ista ismo mente dad ción dor aje oso able ico');

/** How orders, invoices and notes are numbered. */
export const series = split('FRA ALB PED PRE OBR EXP REF INC CTR ACT');

export const marks = split('👍 🎉 😀 😂 🙏 ❤️ ✅ 🚧 📎 ☕');
