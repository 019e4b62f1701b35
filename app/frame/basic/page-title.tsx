/** The document's title; React puts it into the head. */
export function PageTitle({ children }: { readonly children: string }) {
  return <title>{`${children} - Tillsight`}</title>
}
