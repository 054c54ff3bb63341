/**
 * Colour of a lit surface, as Three.js r160 computes it for a MeshStandardMaterial: Lambert
 * reflection and a GGX highlight in linear light (Smith-correlated visibility, Schlick's Fresnel
 * term), no tone mapping, sRGB out. Owns one point at a time; who shades what belongs to the painters.
 */
import type { Rgb } from "../../../core/image.ts";
import { add, dot, normalise, type Vec3 } from "./vector.ts";

/** Linear light by channel, 1 = white. */
type Linear = readonly [r: number, g: number, b: number];

export type DirectionalLight = {
  /** Where the light stands; only the direction from the origin matters. */
  readonly position: Vec3;
  readonly colour: Rgb;
  readonly intensity: number;
  /** Does not reach points in shadow. */
  readonly castsShadow: boolean;
};

export type Lighting = {
  readonly ambient: { readonly colour: Rgb; readonly intensity: number };
  readonly directional: readonly DirectionalLight[];
};

export type Material = {
  readonly colour: Rgb;
  /** 0 mirror .. 1 matt. */
  readonly roughness: number;
  /** 0 dielectric .. 1 metal. */
  readonly metalness: number;
  /** Share of its own colour that the surface sends out. @default 0 */
  readonly emissiveIntensity?: number;
};

/** A material under given lights. */
export type Surface = {
  /**
   * Colour at a point.
   * @param normal unit vector out of the surface
   * @param toCamera unit vector to the viewer
   * @param isShadowed true where lights that cast shadows do not reach
   */
  shade(normal: Vec3, toCamera: Vec3, isShadowed?: boolean): Rgb;
};

/** Reflectance of dielectrics seen straight on. */
const DIELECTRIC = 0.04;
/** Roughness below which highlights would fall between pixels. */
const MIN_ROUGHNESS = 0.0525;

/** Prepares a material for shading. */
export function createSurface(material: Material, lighting: Lighting): Surface {
  const albedo = toLinear(material.colour);
  const { metalness, emissiveIntensity = 0 } = material;
  const alpha = Math.max(material.roughness, MIN_ROUGHNESS) ** 2;
  const diffuse = albedo.map((value) => (value * (1 - metalness)) / Math.PI);
  const specular = albedo.map((value) => DIELECTRIC + (value - DIELECTRIC) * metalness);
  const ambient = toLinear(lighting.ambient.colour);
  const base = albedo.map(
    (value, channel) =>
      value * emissiveIntensity +
      (diffuse[channel] ?? 0) * (ambient[channel] ?? 0) * lighting.ambient.intensity,
  );
  const lights = lighting.directional.map((light) => ({
    towards: normalise(light.position),
    power: toLinear(light.colour).map((value) => value * light.intensity),
    castsShadow: light.castsShadow,
  }));

  return {
    shade(normal, toCamera, isShadowed = false) {
      const sum = [...base];
      for (const { towards, power, castsShadow } of lights) {
        if (castsShadow && isShadowed) continue;
        const facing = Math.max(0, dot(normal, towards));
        if (facing === 0) continue;
        const highlight = ggx(normal, towards, toCamera, alpha);
        for (let channel = 0; channel < 3; channel++) {
          const f0 = specular[channel] ?? 0;
          const reflected =
            (diffuse[channel] ?? 0) + highlight.gloss * (f0 + (1 - f0) * highlight.fresnel);
          sum[channel] = (sum[channel] ?? 0) + facing * (power[channel] ?? 0) * reflected;
        }
      }
      return [toSrgb(sum[0] ?? 0), toSrgb(sum[1] ?? 0), toSrgb(sum[2] ?? 0)];
    },
  };
}

/** The microfacet factor D * V and the Fresnel weight of one light. */
function ggx(
  normal: Vec3,
  towards: Vec3,
  toCamera: Vec3,
  alpha: number,
): { gloss: number; fresnel: number } {
  const half = normalise(add(towards, toCamera));
  const clampDot = (a: Vec3, b: Vec3): number => Math.min(1, Math.max(0, dot(a, b)));
  const nl = clampDot(normal, towards);
  const nv = clampDot(normal, toCamera);
  const nh = clampDot(normal, half);
  const vh = clampDot(toCamera, half);
  const a2 = alpha * alpha;
  const visibility =
    0.5 /
    Math.max(
      1e-6,
      nl * Math.sqrt(a2 + (1 - a2) * nv * nv) + nv * Math.sqrt(a2 + (1 - a2) * nl * nl),
    );
  const distribution = a2 / (Math.PI * (nh * nh * (a2 - 1) + 1) ** 2);
  return { gloss: visibility * distribution, fresnel: 2 ** ((-5.55473 * vh - 6.98316) * vh) };
}

/** sRGB to linear light (IEC 61966-2-1). */
function toLinear(colour: Rgb): Linear {
  const channel = (value: number): number => {
    const v = value / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [channel(colour[0]), channel(colour[1]), channel(colour[2])];
}

/** Linear light to sRGB, rounded to 0..255. */
function toSrgb(value: number): number {
  const v = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, v)));
}
