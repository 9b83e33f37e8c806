const WHOLE_TEXT = 0x81;
// Lengths that do not fit seven bits follow in two bytes or in eight.
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;

function headerFor(length: number): Buffer {
  if (length < IN_TWO_BYTES) return Buffer.from([WHOLE_TEXT, length]);
  if (length <= 0xffff) {
    const header = Buffer.from([WHOLE_TEXT, IN_TWO_BYTES, 0, 0]);
    header.writeUInt16BE(length, 2);
    return header;
  }
  const header = Buffer.from([WHOLE_TEXT, IN_EIGHT_BYTES, 0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeUIntBE(length, 4, 6);
  return header;
}

/** A text as a server sends it in one WebSocket frame (RFC 6455 §5.2). */
export function textFrame(text: string): Buffer {
  const data = Buffer.from(text);
  return Buffer.concat([headerFor(data.length), data]);
}
