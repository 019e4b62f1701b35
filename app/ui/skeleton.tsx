/** Holds the place of something that is on its way; give it the size of the thing. */
export function Skeleton({ className }: { readonly className: string }) {
  return <div aria-hidden className={`animate-pulse rounded-md bg-hover ${className}`} />
}
