/** Each line is a word and the words that count as the same. */
const pairsOf = (lines: string): [string, string][] =>
  lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [word = '', ...others] = line.trim().split(/[\s:]+/);
      return others.map((other): [string, string] => [word, other]);
    });

export const plurals = pairsOf(`
  factura: facturas
  reunión: reuniones
  luz: luces
  vez: veces
  pez: peces
  cruz: cruces
  enlace: enlaces
  avance: avances
  dulce: dulces
  mes: meses
  dios: dioses
  compás: compases
  lápiz: lápices
  régimen: regímenes
  joven: jóvenes
  carácter: caracteres
  café: cafés
  año: años
  día: días
  ley: leyes
  red: redes
  plan: planes
  tren: trenes
  país: países
  autobús: autobuses
  interés: intereses
  clase: clases
  base: bases
  coche: coches
  informe: informes
  imagen: imágenes
  orden: órdenes
  examen: exámenes
  gris: grises
  jardín: jardines
  móvil: móviles
  papel: papeles
  local: locales
  ciudad: ciudades
  director: directores
  camión: camiones
  rubí: rubíes rubís
  marroquí: marroquíes
  menú: menús
  taxi: taxis
  club: clubes clubs
  álbum: álbumes
  email: emails
  chat: chats
  ticket: tickets
  pie: pies
  hogar: hogares
  lugar: lugares
  mujer: mujeres
  taller: talleres
  deber: deberes
  préstamo: préstamos
  correo: correos
  tarde: tardes
  nombre: nombres
  calle: calles
  análisis: análisis
  albarán: albaranes
  presupuesto: presupuestos
  almacén: almacenes
  línea: líneas
  idea: ideas
  crisis: crisis
`);

export const genders = pairsOf(`
  niño: niña niños niñas
  compañero: compañera compañeros compañeras
  nuevo: nueva nuevos nuevas
  director: directora directores directoras
  trabajador: trabajadora trabajadoras
  profesor: profesora profesoras
  señor: señora señoras señores
  francés: francesa franceses francesas
  inglés: inglesa ingleses inglesas
  japonés: japonesa japonesas
  alemán: alemana alemanes alemanas
  catalán: catalana catalanas
  capitán: capitana
  bailarín: bailarina bailarinas
  campeón: campeona campeones campeonas
  español: española españoles españolas
  andaluz: andaluza andaluces andaluzas
  jefe: jefa jefes jefas
  presidente: presidenta presidentes presidentas
  cliente: clienta clientes
  dependiente: dependienta dependientas
  juez: jueza jueces juezas
  tío: tía tíos tías
  abogado: abogada abogadas
  médico: médica médicos
  primero: primera primeras
  hermano: hermana hermanas
  último: última últimos últimas
  propio: propia propias
  necesario: necesaria necesarios
`);

export const verbs = pairsOf(`
  enviar: envío envías envía enviamos enviáis envían envié enviaste envió enviasteis enviaron
  enviar: enviaba enviabas enviábamos enviaban enviaré enviarás enviará enviaremos enviarán
  enviar: enviaría enviarías enviaríamos enviarían envíe envíes enviemos enviéis envíen
  enviar: enviara enviáramos enviaran enviase enviásemos enviasen enviad enviando
  enviar: enviado enviada enviados enviadas
  trabajo: trabaja trabaje trabajamos trabajaron trabajado trabajando trabajarás
  comer: comes come comemos comen comí comiste comió comimos comieron comía comíamos
  comer: comeré comerán comería coma coman comamos comiera comiese comed comiendo comido comida
  vivir: vivo vives vive vivimos viven viví viviste vivió vivieron vivía vivirá viviría
  vivir: viva vivamos viviera viviese vivid viviendo vivido vividas
  temer: temo teme temía
  vender: vendo vende vendimos vendieron vendía venda vendido vendiendo venderemos
  recibir: recibo recibe recibí recibieron reciba recibido recibiendo recibiremos
  buscar: busco busqué busque busquemos busquen buscado buscando
  pagar: pago pagué pague paguen paguemos pagado pagarán
  cruzar: cruzo crucé cruce crucen cruzado
  realizar: realizo realicé realice realicemos realizado realizaron
  organizar: organiza organice organizado organizamos
  averiguar: averiguo averigüé averigüe averiguado
  recoger: recojo recoja recojan recogido recogieron
  dirigir: dirijo dirija dirigido dirige
  vencer: venzo venza vencido vence
  conocer: conozco conozca conoce conocido conocieron
  ofrecer: ofrezco ofrezcan ofrecido ofreció
  distinguir: distingo distinga distinguido
  construir: construyo construye construyen construyendo construyó construyeron construido construyamos
  incluir: incluyo incluye incluya incluido incluyendo
  leer: leo lee leí leyó leyeron leyendo leído leíamos
  creer: creo cree creyó creyendo creído
  confirmar: confirmo confirmas confirmado confirmamos confirmaréis
  actualizar: actualizo actualicen actualizada actualizando
  contar: contado contando contaba contaremos conté
  pedir: pedimos pedido pedía pediré pedisteis
  hacer: haciendo hacemos hacerlo
  firmar: firma firme firmado firmen firmé
  borrar: borra borró borrado borrando borren
  escanear: escanea escanee escaneado escaneen escaneó
  postergar: postergue postergó postergado
  deployar: deployo deploya deploye deployé deployado deployando deployaron deployamos deployen
  reseteaste: resetear reseteo resetea reseteado reseteen
  tuitear: tuiteo tuiteé tuiteado
  gamificar: gamifique gamifica gamificado
  monetizar: monetice monetiza monetizado
  subir: sube subo suba subido subieron subiendo
  reunir: reunimos reunido reunieron reunía
  aprobar: aprobado aprobaron aprobamos
  unir: unido unimos unieron
  constituir: constituye constituido constituyó
  suplir: suple suplido
  proteger: protejo proteja protege protegido
  seguir: seguimos seguido seguía
  una: uno unos unas
  estar: estaba estamos estado
  dar: dando dado daba damos daremos
  empezar: empecé empezado
  jugar: jugué jugábamos
  usar: uso usa use usado usan
`);

export const pronouns = pairsOf(`
  enviar: enviarme enviarte enviarse enviarlo enviarla enviarles enviaros enviarnos enviármelo enviárselas
  enviar: enviándome enviándolo enviándoselo enviándonosla
  enviar: envíame envíamelo envíanoslo envíales envíeme envíemelo envíenlo envíenselo
  enviar: enviémoslo enviémoselo enviémonos enviadme enviádselo enviaos
  envíamelo: envío enviado enviaba envíenmela
  mandar: mándalo mándame mandarte mandándoselas mándennoslo
  llamar: llámame llamarle llamándote llámalos
  escribir: escríbeme escribirle escribiéndote escríbanos escribidnos
  leer: léelo leerlo leyéndolo
  vender: véndelo venderlas vendiéndosela véndanmelo
  reunir: reunirse reunirnos reuniéndonos reunámonos
  pagar: págame páguelo pagarlo páguenselo
  avisar: avísame avisarte avísanos
  dar: dame darle dándoselo dádmelo
  ver: verlo vernos viéndote
  buscar: búscalo búsquenlo
  explicar: explíquenmelo explícaselo
  abrir: ábrelo
  decir: decirme decírselo
  comer: cómetelo comérsela cómetemelo
  preparar: prepárate prepararse preparándonos
  mailear: mailéame mailearlo
  deployar: deployarlo deployándolo
  escanear: escanéamelo escanearlos
  construir: construyéndolo constrúyelo
`);

export const differ = pairsOf(`
  mes: mesa mesas
  meses: mesa
  año: anual Ana
  carta: cartel cartera
  casa: caso casos
  plan: plano plana
  planes: plano
  sol: solo sola
  soles: solo
  pan: pana
  puerto: puerta puertas
  plazo: plaza plazas
  punto: punta
  libro: libra librería
  banco: banca
  modo: moda modelo
  medio: media
  pero: pera
  hombre: hombro
  calle: callar calla callo
  tarde: tardar tarda
  nombre: nombrar
  base: basar
  clave: clavar clavo
  monte: montar
  María: Mario
  Carlos: Carla
  Julio: Julia
  correo: correr correa
  correos: correr corre
  sábado: sabe saben
  primera: primo prima
  cartera: carta
  bandera: banda bandido
  secretaria: secreto
  librería: libro
  horario: hora
  marido: mar mares
  cámara: cama
  manera: mano
  función: funciona
  gestión: gestiona
  relación: relaciona
  tomate: toma tomar
  caramelo: cara
  modelo: modo
  regalo: regar
  para: parar
  como: comer
  nada: nadar
  sobre: sobrar
  entre: entrar
  bajo: bajar
  cuando: cuanto
  altar: alto
  lugar: Lugo
  pilar: pila
  collar: cuello
  taller: talla tallo
  mujer: mojar
  estudiante: estudiar
  importante: importar
  presidente: presidir
  corriente: correr
  asistente: asistir
  país: paella
  dios: dio
  fra: frases
  clase: clasificar
  norte: norma
  cliente: clima
  venta: ventana viento
  cuenta: cuento
  puesto: puesta
  suelo: suela
  plata: plato
  rama: ramo
  barco: barca
  cuadro: cuadrilla
  mango: manga
  total: totalmente
  fin: fino final
  mar: mara
  flor: flora
  color: cola
  ver: vía vida
  estar: este esta esto
  Japón: jabón
  los: las
  el: ella
  tu: tus
  oficina: oficio
  mensaje: mensajero
  papel: papelera
  carga: carguero
  feria: feriado
  coste: costa
  colar: cola
  volcán: volcar
  acero: acera
  iniciales: iniciar
  generales: generar
  ideales: idea
  pieles: piar
  metales: meter
  juguete: jugar
  barrio: barrera barrer
  sobres: sobra
  una: unir
  engañar: regañar
`);
