import { presenceTexts } from '../presence.texts.ts';
import { useTyping } from '../typing.ts';

const nobody: Record<string, string> = {};

export function TypingNotice({ chatId }: { chatId: string | null }) {
  const [email] = Object.values(useTyping(({ chats }) => chats[chatId ?? ''] ?? nobody));
  if (!email) return null;
  return `${email} ${presenceTexts.typing}`;
}
