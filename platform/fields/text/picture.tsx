import { useState } from 'react'

/** A picture as lists and details show it; in place of one that does not load stands `otherwise`, its address by default. */
export const Picture = ({ link, otherwise = link }: { readonly link: string; readonly otherwise?: string }) => {
  const [lost, setLost] = useState<string | null>(null)
  if (lost === link) return otherwise
  return <img className="ll-f-picture" src={link} alt="" loading="lazy" onError={() => setLost(link)} />
}
