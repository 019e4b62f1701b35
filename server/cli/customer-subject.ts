import type { Command } from 'commander'
import { type OpenShop, type ShopOptions, shopOption, withShop } from './session.ts'

/** Options that identify a customer. */
export interface CustomerOptions extends ShopOptions {
  readonly email?: string
  readonly phone?: string
  readonly customer?: string
  readonly order?: readonly string[]
}

interface CustomerCommand<Options extends CustomerOptions> {
  /** As it is typed: `export customer`. */
  readonly name: string
  readonly description: string
  /** Adds further options, besides the shop and the customer. */
  readonly addOptions: (command: Command) => Command
  readonly work: (shop: OpenShop, subject: ReturnType<typeof toSubject>, options: Options) => Promise<void>
}

/** Adds a command about one customer of a shop; several identifying options must refer to the same one. */
export function addCustomerCommand<Options extends CustomerOptions>(
  group: Command,
  { name, description, addOptions, work }: CustomerCommand<Options>,
): void {
  const command = group
    .command(name.split(' ').at(-1) ?? name)
    .description(description)
    .requiredOption(...shopOption)
    .option('--email <address>', 'email address of the customer')
    .option('--phone <number>', 'phone number of the customer')
    .option('--customer <id>', "the platform's id of the customer")
    .option('--order <id...>', "the platform's ids of orders that are theirs")
    .hook('preAction', () => {
      const { email, phone, customer, order } = command.opts<CustomerOptions>()
      if (email ?? phone ?? customer ?? order) return
      command.error('error: whom is it about? Give --email, --phone, --customer or --order.')
    })
  addOptions(command).action(async (options: Options) => {
    await withShop({ name, domain: options.shop }, (shop) => work(shop, toSubject(options), options))
  })
}

/** The options as input of verbs. */
function toSubject({ email, phone, customer, order }: CustomerOptions) {
  return {
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(customer === undefined ? {} : { customer }),
    ...(order === undefined ? {} : { orders: [...order] }),
  }
}
