import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/index.ts'

/** Numbered steps. */
export function Steps({ children }: { readonly children: ReactNode }) {
  return <ol className="mt-5 grid grid-cols-1 gap-6">{children}</ol>
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly children: ReactNode
}

/** One of them: what to do, and what is needed for it. */
export function Step({ number, title, children }: StepProps) {
  return (
    <li className="flex min-w-0 items-start gap-3">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full bg-hover font-medium text-soft text-xs tabular"
      >
        {number}
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-2.5">
        <h3 className="font-medium leading-6">{title}</h3>
        {children}
      </div>
    </li>
  )
}

/** What a step says. */
export function Say({ children }: { readonly children: ReactNode }) {
  return <p className="max-w-prose text-pretty text-soft">{children}</p>
}

interface DownloadLinkProps {
  readonly domain: string
  readonly file: string
  readonly consent: string
  readonly children: ReactNode
  readonly isMain?: boolean
}

/** Leads to a file that is made for the shop. */
export function DownloadLink({ domain, file, consent, children, isMain = false }: DownloadLinkProps) {
  return (
    <p>
      <a
        className={buttonClass(isMain ? 'primary' : 'secondary')}
        download
        href={`/shop/${domain}/tracking/files/${file}?consent=${consent}`}
      >
        <Download aria-hidden className="size-4" /> {children}
      </a>
    </p>
  )
}
