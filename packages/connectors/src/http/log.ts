/** Where the client tells what it does; pino's shape. Lines carry redacted addresses and never bodies. */
export interface HttpLog {
  debug(fields: object, message: string): void
  warn(fields: object, message: string): void
}
