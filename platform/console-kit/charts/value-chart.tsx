import { later } from '../widgets/later.tsx'
import './charts.css'

/** A chart of values by name that fills its place: lines, bars or a pie. */
export const ValueChart = later(async () => (await import('./value-canvas.tsx')).ValueCanvas)
