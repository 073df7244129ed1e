/** Code of the device type of lamp controllers (decisions.md B1). It has its own file so that the console need not load the whole type. */
export const LAMP_CONTROLLER = 4
