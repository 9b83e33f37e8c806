/** What the library itself says of a connection: the test is its network. */
export function emitReserved(emitter: object, event: string, ...args: unknown[]): void {
  Reflect.apply(Reflect.get(emitter, 'emitReserved'), emitter, [event, ...args]);
}
