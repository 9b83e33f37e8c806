export const serviceDialogues = [
  `A: Avería urgente en {cliente}: se les ha parado todo el circuito
B: ¿Qué error da el panel?
A>2: E-14, y no rearma
B: Eso suele ser la sonda. Estoy en {lugar}, llego en {minutos} minutos
A: Se lo digo. Pregunta por {contacto}
C: Llévate una sonda de repuesto, dejé dos en la estantería`,
  `A: ¿Alguien recuerda la clave del cuadro de {lugar}?
B: Está en la ficha del cliente, apartado de accesos
A: No aparece
B>3: Pues la tiene {C} seguro
C: Os la paso por teléfono, mejor no dejarla escrita`,
  `A: Llevo tres llamadas de {cliente} por el mismo aviso
B: El repuesto llega {dia}, ya se lo dije
C: ¿Y si les dejamos un equipo de préstamo hasta entonces?
A>3: Me parece lo mejor, así se quedan tranquilos
B: Lo llevo yo a {hora}`,
  `A: Revisión anual de {cliente} hecha, todo correcto salvo {producto}
B: ¿Hay que cambiarlo todo?
A>2: Aguanta esta temporada, pero conviene presupuestar
B: Pásame el {documento} y lo mando yo
A: Lo tienes en el correo`,
  `A: El parte {numero} está abierto desde {dia}, ¿quién lo lleva?
B: Yo, estoy a la espera del fabricante
A: Pon una nota, que desde fuera parece olvidado
B>3: Nota puesta, y les he vuelto a reclamar`,
  `A: Cliente muy contento en {lugar}, nos ponen cinco estrellas
B: ¡Bien! ¿Quién fue?
A: {C}, y además les explicó el mando a todos
C: Me invitaron a café, no fue tan duro
B>4: Así da gusto 😄`,
  `A: ¿Cómo quedó lo de {cliente}? No veo la incidencia cerrada
B: Cambié la placa y funciona, falta que firmen
A: ¿Puedes pasar {dia}?
B>3: Sí, a {hora} estoy por la zona`,
  `A: Guardia del fin de semana: ¿quién puede cambiarme el turno?
B: Yo puedo el sábado, el domingo no
C: Y yo me quedo el domingo, sin problema
A>3: Os debo una a los dos
B: Lo apunto en el cuadrante`,
  `A: Ojo con la nueva versión del programa: borra las consignas al actualizar
B: ¿Te ha pasado o lo has leído?
A>2: Me ha pasado en {cliente}, media hora para dejarlo como estaba
C: Entonces copia de seguridad siempre antes, lo añado a la guía
A: Gracias, así no cae nadie más`,
  `A: Me piden en {cliente} un curso corto para el personal de mantenimiento
B: Tenemos el material del año pasado
C: Está anticuado, las pantallas ya no son esas
A: ¿Lo actualizamos entre los tres? Con dos horas basta
C>4: Yo hago la parte de alarmas
B: Y yo las fotos`,
  `A: {contacto}, de {cliente}, pregunta si el ruido es normal
B: Si es un zumbido grave al arrancar, sí
A: Dice que dura toda la noche
B>3: Entonces no. Abro aviso y lo miramos {dia}
A: Le confirmo la cita, gracias`,
];
