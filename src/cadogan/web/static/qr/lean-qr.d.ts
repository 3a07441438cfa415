/** The part of lean-qr that the page uses. */

export interface Bitmap {
  /** The width and the height in modules, without the margin. */
  readonly size: number;
  get(x: number, y: number): boolean;
}

/** Make a QR code; throw an error with the code 4 if it would be larger than `maxVersion`. */
export function generate(data: string, options?: { maxVersion?: number }): Bitmap;
