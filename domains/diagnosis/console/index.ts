export { diagnosisConsole } from './diagnosis.console.tsx'
