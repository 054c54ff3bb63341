import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyHomography } from "../../../core/geometry/homography.ts";
import { depthOf, directionToCamera, lookAt, planeHomography, project } from "./camera.ts";
import { containFovDeg, fitToFrame } from "./fit.ts";
import { dot, normalise, type Vec3 } from "./vector.ts";

/** At (0, 0, 5), looking down -z with a 90 degree view: a unit at distance 1 is half the height. */
const FRONT = lookAt({
  position: [0, 0, 5],
  target: [0, 0, 0],
  fovDeg: 90,
  widthPx: 800,
  heightPx: 600,
});

describe("projection", () => {
  test("hand-worked points", () => {
    expect(FRONT.focalPx).toBeCloseTo(300, 9);
    expect(project(FRONT, [0, 0, 0])).toEqual([400, 300]);
    // 1 to the right at distance 5: 300 / 5 = 60 px; 1 up at distance 2: 150 px.
    expect(project(FRONT, [1, 0, 0])[0]).toBeCloseTo(460, 9);
    expect(project(FRONT, [0, 1, 3])[1]).toBeCloseTo(150, 9);
    expect(depthOf(FRONT, [7, -4, 3])).toBeCloseTo(2, 12);
    expect(directionToCamera(FRONT, [0, 0, 0])).toEqual([0, 0, 1]);
  });

  test("looking straight down, `up` decides what is at the top", () => {
    const camera = lookAt({
      position: [0, 4, 0],
      target: [0, 0, 0],
      up: [0, 0, -1],
      fovDeg: 90,
      widthPx: 400,
      heightPx: 400,
    });
    expect(project(camera, [1, 0, 0])[0]).toBeCloseTo(250, 9);
    expect(project(camera, [0, 0, -1])[1]).toBeCloseTo(150, 9);
  });

  test("the axes are square to each other and of length 1", () => {
    const camera = lookAt({
      position: [3, 4, 5],
      target: [1, 0, -1],
      fovDeg: 50,
      widthPx: 10,
      heightPx: 10,
    });
    const axes = [camera.right, camera.up, camera.forward];
    for (const [i, a] of axes.entries()) {
      for (const [j, b] of axes.entries()) expect(dot(a, b)).toBeCloseTo(i === j ? 1 : 0, 12);
    }
  });

  test("a target at the camera is refused", () => {
    const position: Vec3 = [1, 2, 3];
    expect(() =>
      lookAt({ position, target: position, fovDeg: 45, widthPx: 1, heightPx: 1 }),
    ).toThrow(RangeError);
  });
});

test("a plane's homography equals direct projection", () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  fc.assert(
    fc.property(
      fc.tuple(number(-4, 4), number(3, 9), number(2, 9)),
      fc.tuple(number(-1, 1), number(-1, 1), number(-1, 1)),
      fc.array(fc.tuple(number(-2, 2), number(-2, 2)), { minLength: 1, maxLength: 4 }),
      (position, origin, points) => {
        const camera = lookAt({
          position,
          target: [0, 0, 0],
          fovDeg: 45,
          widthPx: 832,
          heightPx: 480,
        });
        const axisU = normalise([1, 0.2, 0]);
        const axisV = normalise([0, 0.1, 1]);
        const map = planeHomography(camera, { origin, axisU, axisV });
        for (const [u, v] of points) {
          const world: Vec3 = [
            origin[0] + u * axisU[0] + v * axisV[0],
            origin[1] + u * axisU[1] + v * axisV[1],
            origin[2] + u * axisU[2] + v * axisV[2],
          ];
          if (depthOf(camera, world) < 0.5) continue;
          const [x, y] = applyHomography(map, [u, v]);
          const [px, py] = project(camera, world);
          expect(Math.hypot(x - px, y - py)).toBeLessThan(1e-6);
        }
      },
    ),
  );
});

describe("framing", () => {
  test("a wider picture keeps the vertical field of view, a narrower one the horizontal", () => {
    expect(containFovDeg(45, 1.1, 1.8)).toBe(45);
    // Half the design's width: twice the tangent, 2 atan(2 tan 22.5) = 79.28 degrees.
    expect(containFovDeg(45, 1, 0.5)).toBeCloseTo(79.2785, 3);
  });

  test("points are brought to the frame's margins, in the middle of the other direction", () => {
    const points: Vec3[] = [
      [2, 0, 0],
      [4, 0, 0],
      [3, 0.5, 0],
      [3, -0.5, 0],
    ];
    const frame = { widthPx: 400, heightPx: 400, marginRatio: 0.1 };
    const fitted = fitToFrame(FRONT, points, frame);
    const pixels = points.map((point) => project(fitted, point));
    const expected = [
      [40, 200],
      [360, 200],
      [200, 120],
      [200, 280],
    ];
    for (const [index, [x, y]] of pixels.entries()) {
      expect(x).toBeCloseTo(expected[index]?.[0] ?? Number.NaN, 9);
      expect(y).toBeCloseTo(expected[index]?.[1] ?? Number.NaN, 9);
    }
  });
});
