export const chatsTexts = {
  notMember: 'No puedes escribir en este chat',
  notParticipant: 'No participas en este grupo',
  withYourself: 'No puedes abrir un chat contigo mismo',
};
