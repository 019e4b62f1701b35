/** A small picture of a product, made small by our server; a plain square where there is none, or none yet. */
export function ProductPicture({ address }: { readonly address: string | undefined }) {
  const box = 'block size-9 shrink-0 rounded-md bg-hover object-cover'
  if (address === undefined) return <span aria-hidden className={box} />
  return (
    <img
      alt=""
      className={box}
      decoding="async"
      height={36}
      loading="lazy"
      referrerPolicy="no-referrer"
      src={address}
      width={36}
    />
  )
}
