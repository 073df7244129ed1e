import { useState } from 'react'

/** A picture in lists and details; if it does not load, `otherwise` is shown, by default its address. */
export const Picture = ({ link, otherwise = link }: { readonly link: string; readonly otherwise?: string }) => {
  const [lost, setLost] = useState<string | null>(null)
  if (lost === link) return otherwise
  return <img className="ll-f-picture" src={link} alt="" loading="lazy" onError={() => setLost(link)} />
}
