/** Logo and name; in a collapsed bar the logo alone. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold text-[15px] tracking-tight">
      <svg aria-hidden className="size-6 shrink-0" role="presentation" viewBox="0 0 24 24">
        <rect className="fill-ink" height="24" rx="7" width="24" />
        <path
          className="fill-none stroke-canvas"
          d="M5 15.5 9.2 11l3.1 2.8L19 7"
          strokeLinecap="round"
          strokeLinejoin="round"
          strokeWidth="2"
        />
        <circle className="fill-series-2" cx="19" cy="7" r="2.4" />
        <path className="stroke-canvas" d="M5 19h14" strokeLinecap="round" strokeOpacity=".45" strokeWidth="2" />
      </svg>
      <span className="lg:group-data-[bar=narrow]/frame:sr-only">Tillsight</span>
    </span>
  )
}

/** Sets the document's title; React hoists it into the head. */
export function PageTitle({ children }: { readonly children: string }) {
  return <title>{`${children} - Tillsight`}</title>
}
