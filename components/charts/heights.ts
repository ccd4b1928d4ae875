/** Plot heights in pixels. A placeholder of the same height is shown until a chart loads. */
export const AGE_HEIGHT = 208
export const DISK_HEIGHT = 256
export const TOKEN_HEIGHT = 232
