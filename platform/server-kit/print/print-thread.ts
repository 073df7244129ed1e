// Entry point of the worker thread that draws a document (print.ts).
import { parentPort, workerData } from 'node:worker_threads'
import type { PrintDocument } from './document.ts'
import { renderPdf } from './render.ts'

parentPort?.postMessage(await renderPdf(workerData as PrintDocument))
