import { UserRound } from 'lucide-react'

/** The person's picture, or a place for one. The name stands next to it, so it says nothing of its own. */
export function Picture({ url, size = 'size-20' }: { readonly url: string | null; readonly size?: string }) {
  if (url) return <img alt="" className={`${size} shrink-0 rounded-full bg-hover object-cover`} src={url} />
  return (
    <span aria-hidden className={`${size} grid shrink-0 place-items-center rounded-full bg-accent-wash text-accent`}>
      <UserRound className="size-1/2" strokeWidth={1.5} />
    </span>
  )
}
