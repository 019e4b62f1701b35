import type { Command } from 'commander'

/** Whom a command is about, as options. */
export interface SubjectOptions {
  readonly email?: string
  readonly phone?: string
  readonly customer?: string
  readonly order?: readonly string[]
}

/** Adds the options that name a customer; several name the same one. */
export function addSubjectOptions(command: Command): Command {
  return command
    .option('--email <address>', 'e-mail address of the customer')
    .option('--phone <number>', 'phone number of the customer')
    .option('--customer <id>', "the platform's id of the customer")
    .option('--order <id...>', "the platform's ids of orders that are theirs")
    .hook('preAction', () => {
      const { email, phone, customer, order } = command.opts<SubjectOptions>()
      if (email ?? phone ?? customer ?? order) return
      command.error('error: whom is it about? Give --email, --phone, --customer or --order.')
    })
}

/** The options as verbs take them. */
export function toSubject({ email, phone, customer, order }: SubjectOptions) {
  return {
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(customer === undefined ? {} : { customer }),
    ...(order === undefined ? {} : { orders: [...order] }),
  }
}
