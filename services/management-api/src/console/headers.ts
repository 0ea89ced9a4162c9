/**
 * The policy of the console's page. Delivery's pages share its origin, so scripts count only below
 * `/console/assets/`; nothing is inline. No script may write markup.
 */
function consolePolicy(publicUrl: string): string {
  const assets = `${publicUrl}/console/assets/`
  return [
    "default-src 'none'",
    `script-src ${assets}`,
    `style-src ${assets}`,
    `font-src ${assets}`,
    `img-src ${assets} ${publicUrl}/api/v1/deliver/ blob:`,
    // The sample pictures are fetched, to be uploaded.
    `connect-src ${publicUrl}/api/ ${assets}`,
    `frame-src ${publicUrl}/embed/`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** Everything that a page can ask for and the console does not. */
const denied = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',

  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

export const pageHeaders = (publicUrl: string) => ({
  'content-security-policy': consolePolicy(publicUrl),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': [...denied.map((name) => `${name}=()`), 'clipboard-write=(self)'].join(
    ', ',
  ),
  // Other sites must not learn the address of a project.
  'referrer-policy': 'no-referrer',
  // Revalidated by its entity tag, so that a new build counts at once.
  'cache-control': 'no-cache',
})

export const assetHeaders = { 'cache-control': 'public, max-age=31536000, immutable' }
