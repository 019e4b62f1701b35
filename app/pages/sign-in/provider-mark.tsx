import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'

const marks: Readonly<Record<string, ReactNode>> = {
  google: (
    <g fill="none" strokeWidth="3.4">
      <path d="M17.2 6.2A7.3 7.3 0 0 0 5.5 8" stroke="#ea4335" />
      <path d="M5.5 8a7.3 7.3 0 0 0 0 8" stroke="#fbbc05" />
      <path d="M5.5 16a7.3 7.3 0 0 0 11.4 1.6" stroke="#34a853" />
      <path d="M16.9 17.6A7.3 7.3 0 0 0 19.3 12H12" stroke="#4285f4" />
    </g>
  ),
  github: (
    <path
      className="fill-ink"
      d="M12 2.5a9.6 9.6 0 0 0-3 18.7c.5.1.7-.2.7-.5v-1.8c-2.7.5-3.4-.7-3.6-1.3-.1-.3-.6-1.2-1.1-1.4-.4-.2-.9-.7 0-.7s1.5.7 1.7 1.100c1 1.6 2.5 1.2 3.1.9.1-.7.4-1.2.7-1.4-2.4-.3-4.8-1.2-4.8-5.2 0-1.2.4-2.1 1.1-2.9-.1-.3-.5-1.4.1-2.8 0 0 .9-.3 2.9 1.100a9.8 9.8 0 0 1 5.3 0c2-1.4 2.9-1.1 2.9-1.1.6 1.4.2 2.5.1 2.8.7.8 1.1 1.7 1.1 2.9 0 4-2.5 4.9-4.8 5.2.4.3.7 1 .7 1.900v2.700c0 .3.2.6.7.5A9.6 9.6 0 0 0 12 2.500Z"
    />
  ),
  apple: (
    <path
      className="fill-ink"
      d="M16.4 12.600c0-2 1.6-2.9 1.7-3a3.7 3.7 0 0 0-2.9-1.600c-1.2-.1-2.4.7-3 .7s-1.6-.7-2.6-.7A3.9 3.9 0 0 0 6.3 10c-1.4 2.4-.4 6 1 8 .7 1 1.5 2 2.5 2s1.4-.6 2.6-.6 1.5.6 2.6.6 1.8-1 2.4-1.900c.8-1.1 1.1-2.2 1.1-2.200s-2.1-.8-2.1-3.300ZM14.5 6.700c.5-.7.9-1.6.8-2.6-.8 0-1.8.5-2.4 1.2-.5.6-1 1.6-.8 2.5.9.1 1.8-.4 2.4-1.100Z"
    />
  ),
  azure: (
    <>
      <path d="M4 4h7.500v7.500H4Z" fill="#f25022" />
      <path d="M12.5 4H20v7.500h-7.500Z" fill="#7fba00" />
      <path d="M4 12.500h7.500V20H4Z" fill="#00a4ef" />
      <path d="M12.5 12.500H20V20h-7.500Z" fill="#ffb900" />
    </>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" fill="#1877f2" r="9.5" />
      <path
        d="M13.3 21.400v-7h2.400l.4-2.700h-2.800v-1.800c0-.8.4-1.5 1.6-1.500h1.300V6.100s-1.1-.2-2.2-.2c-2.3 0-3.7 1.3-3.7 3.800v2H7.900v2.700h2.400v7Z"
        fill="#fff"
      />
    </>
  ),
}

/** A small drawing that tells the providers apart; their names stand beside it. */
export function ProviderMark({ provider }: { readonly provider: string }) {
  const mark = marks[provider]
  if (!mark) return <KeyRound aria-hidden className="size-4.5 shrink-0 text-soft" strokeWidth={1.75} />
  return (
    <svg aria-hidden className="size-4.5 shrink-0" role="presentation" viewBox="0 0 24 24">
      {mark}
    </svg>
  )
}
