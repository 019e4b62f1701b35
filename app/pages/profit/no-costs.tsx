import { href, Link } from 'react-router'
import { ArrowRight } from '../../icons.ts'

const ways = [
  {
    title: 'From your store',
    text: 'WooCommerce and Shopify can keep a cost per item. Once they do, we sync it, and each order keeps the cost of its day.',
    to: '/shop/:domain/integrations',
    action: 'Check your connection',
  },
  {
    title: 'From a file',
    text: 'Import a list of SKUs and costs, with dates and countries where they differ. It replaces nothing that your store says.',
    to: '/shop/:domain/costs/goods',
    action: 'Enter or import costs',
  },
  {
    title: 'By your usual margin',
    text: 'Enter one percentage for the whole shop. Profit is then an estimate, and says so, until you know more.',
    to: '/shop/:domain/costs/goods',
    action: 'Enter a usual cost',
  },
] as const

/** Teaches how costs come in: without any there is no profit, only revenue. */
export function NoCosts({ domain }: { readonly domain: string }) {
  return (
    <div className="p-4 sm:p-5">
      <p className="max-w-prose text-pretty text-soft">
        No cost of your products is known for these days, so there is no profit to show: without costs it would be your
        revenue. There are three ways to add them.
      </p>
      <ul className="mt-4 grid gap-4 md:grid-cols-3">
        {ways.map(({ title, text, to, action }) => (
          <li className="flex flex-col rounded-lg bg-sunken p-4" key={title}>
            <h3 className="font-semibold text-[13px]">{title}</h3>
            <p className="mt-1 text-pretty text-[13px] text-soft">{text}</p>
            <Link
              className="touch-target mt-auto inline-flex w-fit items-center gap-1.5 rounded pt-3 font-medium text-[13px] text-accent hover:underline"
              to={href(to, { domain })}
            >
              {action} <ArrowRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
