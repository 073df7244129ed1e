import type { ComponentProps } from 'react'
import './card.css'

/** The usual look of an item. Lengths are in em: texts grow with the canvas. */
export const CanvasCard = ({ className = '', ...rest }: ComponentProps<'article'>) => (
  <article className={`ll-canvas-card ${className}`} {...rest} />
)
