import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Voice messages take the microphone, of the page alone (rules/voice 8); nothing here needs the others. */
const DEVICES = 'microphone=(self), camera=(), geolocation=(), payment=(), usb=(), serial=()';

const policies = (isSecure: boolean) =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        // The socket of the page's own address included.
        connectSrc: ["'self'"],
      },
    },
    strictTransportSecurity: isSecure,
    crossOriginOpenerPolicy: isSecure,
  });

/**
 * What every answer says to browsers. They are the same for all, so they are made once: to set each of them anew took a
 * fifth of a small answer's time.
 *
 * @param isSecure browsers call over https, and are told to stay there
 */
export function protectiveHeaders(isSecure: boolean): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  policies(isSecure)(request, response, (error) => {
    if (error) throw error;
  });
  const made = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(made), 'permissions-policy': DEVICES };
}
